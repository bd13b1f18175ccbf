import { StoredValue } from '../browser/stored-value.ts';

/** Whether "/" and "?" are shortcuts. Speech input and trembling hands press such keys by accident. */
export const singleKeysSetting = new StoredValue<boolean>('snug:single-keys', {
  parse: stored => stored !== 'off',
  serialize: isOn => (isOn ? null : 'off'),
});
