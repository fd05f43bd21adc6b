// The tower in the WebAssembly MicroPython, for machines without the Unix VM: the same files, one step at a time.
// Arguments: folder of the npm package, firmware folder, heartbeat in ms; with more arguments sim/start.py is run
// with those, to its end, all commands waiting.
import { createReadStream, readdirSync, readFileSync, readSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { randomBytes } from "node:crypto";

const [packageFolder, firmware, heartbeat, ...once] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(join(packageFolder, "micropython.mjs")).href);
const vm = await loadMicroPython({ heapsize: 4 * 1024 * 1024 });
const sim = join(dirname(fileURLToPath(import.meta.url)), "sim");
for (const folder of [firmware, sim]) {
  for (const name of readdirSync(folder)) {
    if (name.endsWith(".py") && name !== "control.py") vm.FS.writeFile("/" + name, readFileSync(join(folder, name)));
  }
}

const [commands, answers] = process.env.TOWER_SIM_PIPES.split(",").map(Number);
const waiting = [];
let rest = "";
function hear(text) {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  waiting.push(...lines);
}
vm.registerJsModule("control", {
  take: () => waiting.shift() ?? "",
  answer: (text) => { writeSync(answers, text + "\n"); },
});
vm.registerJsModule("chance", { draw: (count) => randomBytes(count).toString("hex") });
vm.runPython(`
import os, chance
os.urandom = lambda count: bytes([int(text, 16) for text in (lambda hex: [hex[i : i + 2] for i in range(0, 2 * count, 2)])(chance.draw(count))])
import sys
sys.path.insert(0, "/")
`);
if (once.length) {
  const buffer = Buffer.alloc(4096);
  hear(buffer.toString("utf-8", 0, readSync(commands, buffer)));
  try {
    vm.runPython(`sys.argv[:] = ["start.py", ${once.map((word) => JSON.stringify(word)).join(", ")}]\nimport start`);
  } catch (error) {
    if (error.type !== "SystemExit") throw error;
  }
  try {
    writeFileSync("fault.txt", vm.FS.readFile("/fault.txt"));
  } catch {}
  process.exit(0);
}
createReadStream("", { fd: commands, encoding: "utf-8" }).on("data", hear);

vm.runPython(`
import protocol
protocol.HEARTBEAT_MS = ${Number(heartbeat)}
import machine, main
main.RETRY_DISPLAY_MS = 300
turning = main.Turning(main.Board(), machine.raw)
def step(chunk):
    return turning.step(bytes([ord(sign) for sign in chunk])).decode()
`);
const step = vm.globals.get("step");

let heard = "";
function turn() {
  do {
    const answer = step(heard.slice(0, 64));
    heard = heard.slice(64);
    if (answer) writeSync(1, answer);
  } while (heard);
}
createReadStream("", { fd: 0 }).on("data", (chunk) => {
  heard += chunk.toString("latin1");
  turn();
});
setInterval(turn, 3);
