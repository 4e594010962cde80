/**
 * Places for the output of steps that run at the same time, in the order in which one wants to read them: the first step that
 * has not ended writes at once, what later ones write is kept until all before them have ended.
 * @param count how many steps there are
 * @returns for each step `write(text)` and `end()`
 */
export function inTurn(count) {
  const places = Array.from({ length: count }, () => ({ kept: '', ended: false }));
  let turn = 0;
  const pass = () => {
    while (turn < count) {
      const place = places[turn];
      process.stdout.write(place.kept);
      place.kept = '';
      if (!place.ended) return;
      turn += 1;
    }
  };
  return places.map((place) => ({
    write(text) {
      place.kept += text;
      pass();
    },
    end() {
      place.ended = true;
      pass();
    },
  }));
}
