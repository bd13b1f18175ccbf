import { playChime } from '../../chat/sound/chime.ts';
import { soundSetting } from '../../chat/sound/sound-setting.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import styles from './sound-switch.module.css';

export function SoundSwitch() {
  function choose(isOn: boolean): void {
    soundSetting.set(isOn);
    // Lets the person hear the sound, and unlocks audio in the browser.
    if (isOn) void playChime();
  }

  return (
    <label className={styles.line}>
      {lazyStrings.dashboard.sound}
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox exposes its checked state by itself
        role="switch"
        className={styles.switch}
        checked={useStore(soundSetting)}
        onChange={event => choose(event.target.checked)}
      />
    </label>
  );
}
