/** Calls `send` with each number and the time at which it is due, `perMs` of them a ms, until told to stop. */
export function sendAtRate(
  perMs: number,
  start: number,
  send: (index: number, due: number) => boolean,
): void {
  let index = 0;
  const tick = () => {
    while (start + index / perMs <= performance.now()) {
      if (!send(index, start + index / perMs)) return;
      index++;
    }
    setTimeout(tick, Math.max(0, start + index / perMs - performance.now()));
  };
  tick();
}
