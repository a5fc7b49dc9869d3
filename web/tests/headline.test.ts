import { expect, it } from "vitest";
import { headline } from "../src/replay/headline";

const names = ["Bo", "Ann", "Cy"];
const ended = (winners: number[], scores: number[]) => headline({ winners, scores, ending: "", says: "Nothing was sold." }, names, 0);

it("of two players both scores are told, the winner's first", () => {
  expect(ended([0], [51, 17])).toBe("You win, 51 to 17.");
  expect(ended([1], [-5, -3])).toBe("Ann wins, \u22123 to \u22125.");
  expect(ended([0, 1], [20, 20])).toBe("A shared win, 20 to 20.");
});

it("of more players only the winner's score", () => {
  expect(ended([2], [160, 10, 590])).toBe("Cy wins with 590.");
  expect(ended([0, 2], [20, 10, 20])).toBe("A shared win with 20.");
});

it("without scores or winners the table's own sentence stands", () => {
  expect(ended([0], [])).toBe("Nothing was sold.");
  expect(ended([], [1, 2])).toBe("Nothing was sold.");
});
