// A bot for `yahtzee-tui play --bot 'node examples/bots/greedy.js'`.
// It keeps the most dice that are alike, and scores the most points.

const lines = require("node:readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const { dice, boxes, rolls_left: rollsLeft } = JSON.parse(line);
  const count = (face) => dice.filter((die) => die === face).length;
  const face = dice.reduce((best, die) =>
    count(die) > count(best) || (count(die) === count(best) && die > best) ? die : best);
  const alike = dice.flatMap((die, at) => (die === face ? [at + 1] : []));
  const [box] = Object.entries(boxes).reduce((best, each) => (each[1] > best[1] ? each : best));
  const answer = rollsLeft && alike.length < dice.length ? { hold: alike } : { score: box };
  console.log(JSON.stringify(answer));
});
