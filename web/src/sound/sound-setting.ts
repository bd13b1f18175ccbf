import { store, stored } from '../ui/browser/local-storage.ts';

const KEY = 'snug:sound';

let unstored = false;

/** Whether arrivals are to be heard in this browser. They are not until somebody wants it. */
export function isSoundOn(): boolean {
  const setting = stored(KEY);
  return setting === undefined ? unstored : setting === 'on';
}

export function setSoundOn(isOn: boolean): void {
  unstored = isOn;
  // Where nothing is kept, the choice holds until the page goes.
  store(KEY, isOn ? 'on' : null);
}
