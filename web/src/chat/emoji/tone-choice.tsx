import { useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { rememberTone } from './emoji-memory.ts';
import styles from './emoji-picker.module.css';
import { applyTone, SKIN_TONES, type SkinTone } from './skin-tone.ts';

const HAND = '✋';

/** A button that shows the chosen skin tone and opens the choice of all. */
export function ToneChoice({ tone }: { tone: SkinTone }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.toneButton}
        aria-label={lazyStrings.emoji.skinTone}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {applyTone(HAND, tone)}
      </button>
      {isOpen && (
        <fieldset className={styles.tones} aria-label={lazyStrings.emoji.skinTone}>
          {SKIN_TONES.map((one, index) => (
            <label key={one ?? ''} className={styles.tone}>
              <input
                type="radio"
                name="tone"
                className={styles.toneInput}
                aria-label={lazyStrings.emoji.tones[index]}
                checked={one === tone}
                onChange={() => rememberTone(one)}
              />
              <span aria-hidden>{applyTone(HAND, one)}</span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
