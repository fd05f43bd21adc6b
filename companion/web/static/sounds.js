// Three sounds at the table screen: done, refused, unknown tag. A browser lets a page sound only after a tap.
(function () {
  "use strict";

  var TONES = { done: [[660, 0.09], [880, 0.12]], refused: [[220, 0.22]], unknown: [[520, 0.1], [390, 0.1], [520, 0.14]] };
  var LOUDNESS = 0.12;
  var button = document.querySelector("[data-sound]");
  var Context = window.AudioContext || window.webkitAudioContext;
  var audio = null;
  if (!button || !Context) return;
  button.hidden = false;

  button.addEventListener("click", function () {
    if (audio) {
      audio.close();
      audio = null;
    } else {
      audio = new Context();
      play("done");
    }
    button.setAttribute("aria-pressed", audio ? "true" : "false");
  });

  document.addEventListener("companion:notice", function (event) {
    if (event.detail) play(event.detail.signal);
  });

  function play(signal) {
    if (!audio || !TONES[signal]) return;
    var at = audio.currentTime;
    TONES[signal].forEach(function (tone) {
      var oscillator = audio.createOscillator();
      var gain = audio.createGain();
      oscillator.frequency.value = tone[0];
      gain.gain.setValueAtTime(LOUDNESS, at);
      gain.gain.linearRampToValueAtTime(0, at + tone[1]);
      oscillator.connect(gain);
      gain.connect(audio.destination);
      oscillator.start(at);
      oscillator.stop(at + tone[1]);
      at += tone[1];
    });
  }
})();
