import { MAX_ALERT_WORD_LENGTH, MAX_ALERT_WORDS } from '@snug/protocol';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { isolateBidi } from '../../ui/text/bidi.ts';
import type { ChangeSettings } from '../own-settings.ts';
import { findWordProblem } from './find-word-problem.ts';
import styles from './notification-choices.module.css';

interface AlertWordListProps {
  words: readonly string[];
  onChange: ChangeSettings;
}

export function AlertWordList({ words, onChange }: AlertWordListProps) {
  const texts = lazyStrings.notificationChoices;
  const place = useRef<HTMLDivElement>(null);
  const [addedCount, setAddedCount] = useState(0);

  async function add(word: string): Promise<undefined> {
    if (await onChange({ words: [...words, word] })) setAddedCount(count => count + 1);
    place.current?.querySelector('input')?.focus();
  }

  function remove(word: string): void {
    // The focused button disappears.
    place.current?.querySelector('input')?.focus();
    void onChange({ words: words.filter(other => other !== word) });
  }

  return (
    <div ref={place}>
      <Form
        className={styles.form}
        fields={['word']}
        validate={({ word }) => describeProblem(words, word)}
        onSubmit={({ word }) => add(word)}
      >
        {({ problems, isBusy }) => (
          <>
            <TextField
              key={addedCount}
              label={texts.words}
              name="word"
              maxLength={MAX_ALERT_WORD_LENGTH}
              autoComplete="off"
              problem={problems.word}
            />
            <Button type="submit" className={styles.add} isBusy={isBusy}>
              {texts.addWord}
            </Button>
          </>
        )}
      </Form>
      <p className={styles.hint}>{texts.wordsHint}</p>
      {words.length > 0 && (
        <ul className={styles.words} aria-label={texts.words}>
          {words.map(word => (
            <li key={word} className={styles.word}>
              <span className={styles.text} dir="auto">
                {word}
              </span>
              <button
                type="button"
                className={styles.remove}
                aria-label={texts.removeWord(word)}
                title={texts.removeWord(word)}
                onClick={() => remove(word)}
              >
                <X size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function describeProblem(words: readonly string[], word: string): { word?: string } {
  const { wordTooShort, wordKnown, tooManyWords } = lazyStrings.notificationChoices;
  const problem = findWordProblem(words, word);
  if (problem === undefined) return {};
  if (problem === 'tooShort') return { word: wordTooShort };
  return {
    word: problem === 'tooMany' ? tooManyWords(MAX_ALERT_WORDS) : wordKnown(isolateBidi(problem.known)),
  };
}
