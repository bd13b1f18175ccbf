import { StoredValue } from '../../ui/browser/stored-value.ts';

export const soundSetting = new StoredValue<boolean>('snug:sound', {
  parse: stored => stored === 'on',
  serialize: isOn => (isOn ? 'on' : null),
});
