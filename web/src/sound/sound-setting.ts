import { readItem, writeItem } from '../ui/browser/local-storage.ts';

const KEY = 'snug:sound';

let unsavedSetting = false;

/** Whether arrivals are to be heard in this browser. They are not until somebody wants it. */
export function isSoundOn(): boolean {
  const setting = readItem(KEY);
  return setting === undefined ? unsavedSetting : setting === 'on';
}

export function setSoundOn(isOn: boolean): void {
  unsavedSetting = isOn;
  // Where nothing is kept, the choice holds until the page goes.
  writeItem(KEY, isOn ? 'on' : null);
}
