import { readItem, writeItem } from '../ui/browser/local-storage.ts';

const KEY = 'snug:sound';

let unsavedSetting = false;

export function isSoundOn(): boolean {
  const setting = readItem(KEY);
  return setting === undefined ? unsavedSetting : setting === 'on';
}

export function setSoundOn(isOn: boolean): void {
  unsavedSetting = isOn;
  // If the browser stores nothing, the choice lasts until the page closes.
  writeItem(KEY, isOn ? 'on' : null);
}
