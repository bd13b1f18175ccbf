import { MAX_PASSKEYS, type Passkey } from '@snug/protocol';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { useFocusAfterForm } from '../../ui/dialog/use-focus-after-form.ts';
import { LoadingText } from '../../ui/feedback/loading.tsx';
import { Button } from '../../ui/form/button.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import entry from '../../ui/list/entry.module.css';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { formatDate } from '../../ui/text/format-time.ts';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import formStyles from '../account-form.module.css';
import styles from './passkeys.module.css';

const { passkeys: texts } = lazyStrings;

interface PasskeyListProps {
  passkeys: readonly Passkey[] | undefined;
  canAdd: boolean;
  onAdd: () => void;
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}

export function PasskeyList({ passkeys, canAdd, onAdd, onRename, onRemove }: PasskeyListProps) {
  const words = useRef<HTMLParagraphElement>(null);
  useFocusAfterForm(words);
  return (
    <div className={formStyles.form}>
      <p ref={words} tabIndex={-1} className={formStyles.words}>
        {texts.explanation}
      </p>
      {passkeys ? (
        <ul className={styles.list} aria-label={texts.label}>
          {passkeys.map(passkey => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              onRename={() => onRename(passkey)}
              onRemove={() => onRemove(passkey)}
            />
          ))}
        </ul>
      ) : (
        <LoadingText />
      )}
      <AddButton canAdd={canAdd} isFull={passkeys?.length === MAX_PASSKEYS} onAdd={onAdd} />
    </div>
  );
}

interface PasskeyItemProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyItem({ passkey, onRename, onRemove }: PasskeyItemProps) {
  const { name, createdAt } = passkey;
  return (
    <li className={entry.tallEntry}>
      <KeyRound size={18} aria-hidden className={styles.icon} />
      <div className={entry.words}>
        <span className={entry.name} dir="auto">
          {name}
        </span>
        <span className={styles.times}>
          <span>{texts.addedOn(formatDate(createdAt))}</span>
          <span>
            <LastUse passkey={passkey} />
          </span>
        </span>
      </div>
      <div className={styles.actions}>
        <IconButton
          label={texts.renameOf(isolateBidi(name))}
          icon={Pencil}
          tooltip="none"
          onClick={onRename}
        />
        <IconButton
          label={texts.removeOf(isolateBidi(name))}
          icon={Trash2}
          tooltip="none"
          onClick={onRemove}
        />
      </div>
    </li>
  );
}

function LastUse({ passkey: { lastUsedAt } }: { passkey: Passkey }) {
  if (lastUsedAt === undefined) return texts.neverUsed;
  return <Sentence of={texts.lastUsed} with={<RelativeTime at={lastUsedAt} />} />;
}

function AddButton({ canAdd, isFull, onAdd }: { canAdd: boolean; isFull: boolean; onAdd: () => void }) {
  if (!canAdd) return <p className={formStyles.words}>{texts.notHere}</p>;
  if (isFull) return <p className={formStyles.words}>{texts.most(MAX_PASSKEYS)}</p>;
  return (
    <Button variant="main" className={styles.submit} onClick={onAdd}>
      {texts.add}
    </Button>
  );
}
