// Runs in the page. `scrollFor` scrolls the messages a little in each frame, and notes how the frames come and whether what is in
// view moves by anything but that.

globalThis.scrollFor = (ms, step) =>
  new Promise(resolve => {
    const log = document.querySelector('[role=log]');
    const noted = { frames: [], elements: 0, rows: 0 };
    const looks = [];
    let by = step;
    let last;
    let end;
    let row;

    const pick = () => {
      const { left, top, width, height } = log.getBoundingClientRect();
      const article = document.elementFromPoint(left + width / 3, top + height / 2)?.closest('article');
      row = article?.querySelector('[data-words], [data-file]') ?? undefined;
      noted.rows += row ? 1 : 0;
    };

    // What an observer is told is what was painted, and not what the page is about to put right.
    const look = (watched, moved) => {
      const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 2;
      new IntersectionObserver(([entry], observer) => {
        observer.disconnect();
        looks.push({ row: watched, time: entry.time, top: entry.boundingClientRect.top, moved, isAtEnd });
        if (watched === row && !entry.isIntersecting) pick();
      }).observe(watched);
    };

    // At the top older messages are asked for. Near the newest message one would be taken to it: there it goes back.
    const turn = () => {
      const { scrollTop, scrollHeight, clientHeight } = log;
      const isWhole = log.querySelector('section:last-child') !== null;
      if (by > 0 && isWhole && scrollHeight - scrollTop < 1.5 * clientHeight) by = -by;
      if (by >= 0 || scrollTop > 0) return;
      const more = [...log.querySelectorAll('button')].find(({ textContent }) => textContent === 'Load more');
      if (!more) by = -by;
      else if (!more.ariaBusy) more.click();
    };

    const frame = now => {
      if (last !== undefined) noted.frames.push(now - last);
      last = now;
      end ??= now + ms;
      if (now > end) return resolve({ ...noted, jump: largestJump(looks) });
      turn();
      if (!row?.isConnected) pick();
      const before = log.scrollTop;
      log.scrollTop += by;
      if (row) look(row, log.scrollTop - before);
      // Counting takes as long as what is measured.
      if (noted.frames.length % 20 === 0) {
        noted.elements = Math.max(noted.elements, document.getElementsByTagName('*').length);
      }
      return requestAnimationFrame(frame);
    };

    requestAnimationFrame(frame);
  });

/** How far a row was painted at most from where scrolling alone would have brought it, px. */
function largestJump(looks) {
  const jumps = looks
    .toSorted((a, b) => a.time - b.time)
    .map(({ row, top, moved }, index, all) => {
      const [first, before] = [all[index - 2], all[index - 1]];
      // The first look at a row may be told a frame later. Who is at the end is taken to what arrives.
      const isWatched = first?.row === row && before?.row === row && row.isConnected && !before.isAtEnd;
      return isWatched ? Math.abs(top - (before.top - moved)) : 0;
    });
  return Math.max(0, ...jumps);
}
