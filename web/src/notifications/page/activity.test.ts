import { expect, test } from 'vitest';
import { Activity } from './activity.ts';

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';

  show(isVisible: boolean): void {
    this.visibilityState = isVisible ? 'visible' : 'hidden';
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

function createActivity() {
  const page = new Page();
  const timers = new Map<() => void, number>();
  let time = 0;
  const setTimer = (run: () => void, ms: number) => {
    timers.set(run, time + ms);
    return () => void timers.delete(run);
  };
  const activity = new Activity({ page, now: () => time, setTimer });
  const reports: boolean[] = [];
  const report = (isActive: boolean) => void reports.push(isActive);
  const pass = (ms: number) => {
    time += ms;
    for (const [run, at] of timers) {
      if (at > time) continue;
      timers.delete(run);
      run();
    }
  };
  return { page, activity, reports, report, pass };
}

test('PN3 a page reports only changes: a minute without a touch, the next touch, and when it is hidden', () => {
  const { page, activity, reports, report, pass } = createActivity();
  activity.follow(report);
  pass(50_000);
  page.dispatchEvent(new Event('keydown'));
  page.dispatchEvent(new Event('pointermove'));
  pass(10_000);
  expect(reports).toEqual([true]);
  pass(50_000);
  expect(reports).toEqual([true, false]);
  page.dispatchEvent(new Event('pointerdown'));
  page.show(false);
  page.dispatchEvent(new Event('keydown'));
  page.show(true);
  expect(reports).toEqual([true, false, true, false, true]);
});

test('PN3 a new connection reports the state again, and nothing after its end', () => {
  const { page, activity, reports, report, pass } = createActivity();
  const stop = activity.follow(report);
  pass(70_000);
  stop();
  page.dispatchEvent(new Event('keydown'));
  expect(reports).toEqual([true, false]);
  pass(70_000);
  activity.follow(report);
  expect(reports).toEqual([true, false, false]);
});
