// Keeps the table screen from going dark while it is looked at and nobody touches it.
//
// A wake lock is for secure pages only; elsewhere a tiny picture that plays, without sound and for ever, is what
// browsers keep a screen lit for. Neither is sure, so the page says how to set the screen itself.
// In the page:  <button data-awake hidden>, <p data-awake-help hidden>
(function () {
  "use strict";

  var FRAMES_MS = 1000;
  var HELP_MS = 20000;
  var button = document.querySelector("[data-awake]");
  var help = document.querySelector("[data-awake-help]");
  if (!button || !help) return;
  var on = false;
  var lock = null;
  var video = null;
  var drawing = 0;
  var helping = 0;
  button.hidden = false;

  button.addEventListener("click", function () {
    on = !on;
    button.setAttribute("aria-pressed", on ? "true" : "false");
    help.hidden = !on;
    window.clearTimeout(helping);
    helping = window.setTimeout(function () { help.hidden = true; }, HELP_MS);
    if (on) keep(); else letGo();
  });

  // A page that was away has lost its lock, and its picture stands still.
  document.addEventListener("visibilitychange", function () {
    if (on && document.visibilityState === "visible") keep();
  });

  function keep() {
    if (!navigator.wakeLock) return play();
    navigator.wakeLock.request("screen").then(function (given) {
      if (on) lock = given; else given.release();
    }).catch(play);
  }

  function play() {
    if (!on) return;
    if (video) return start();
    var canvas = document.createElement("canvas");
    var pen = canvas.getContext("2d");
    if (!pen || !canvas.captureStream) return;
    canvas.width = canvas.height = 2;
    video = document.createElement("video");
    video.className = "awake";
    video.muted = true;
    video.setAttribute("playsinline", "");
    video.setAttribute("aria-hidden", "true");
    video.srcObject = canvas.captureStream();
    var odd = false;
    drawing = window.setInterval(function () {
      odd = !odd;
      pen.fillStyle = odd ? "#000000" : "#111111";
      pen.fillRect(0, 0, 2, 2);
    }, FRAMES_MS);
    document.body.appendChild(video);
    start();
  }

  function start() {
    var playing = video.play();
    if (playing) playing.catch(function () {});
  }

  function letGo() {
    if (lock) lock.release();
    lock = null;
    window.clearInterval(drawing);
    if (!video) return;
    video.pause();
    video.srcObject = null;
    video.parentNode.removeChild(video);
    video = null;
  }
})();
