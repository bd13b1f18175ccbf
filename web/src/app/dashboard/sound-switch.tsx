import { playChime } from '../../chat/arrivals/chime.ts';
import { soundSetting } from '../../chat/arrivals/sound-setting.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Switch } from '../../ui/form/switch.tsx';

export function SoundSwitch() {
  function choose(isOn: boolean): void {
    soundSetting.set(isOn);
    // Lets the person hear the sound, and unlocks audio in the browser.
    if (isOn) void playChime();
  }

  return <Switch label={lazyStrings.dashboard.sound} isOn={useStore(soundSetting)} onChange={choose} />;
}
