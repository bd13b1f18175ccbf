import { Check, X } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { IconButton } from '../../../ui/form/icon-button.tsx';
import type { useFocusAfterRemoval } from '../../../ui/list/use-focus-after-removal.ts';
import { getShownName } from '../../files/upload/upload-items.ts';
import { useObjectUrl } from '../../files/view/use-object-url.ts';
import styles from './add-emoji-dialog.module.css';
import type { EmojiDraft } from './emoji-drafts.ts';

interface DraftListProps {
  list: ReturnType<typeof useFocusAfterRemoval<HTMLUListElement>>;
  drafts: readonly EmojiDraft[];
  isAdding: boolean;
  onRename: (id: string, name: string) => void;
  onRemove: (id: string) => void;
}

/** Several pictures, each with its name and its own problem. */
export function DraftList({ list, drafts, isAdding, onRename, onRemove }: DraftListProps) {
  const texts = lazyStrings.addEmoji;
  const done = drafts.filter(({ state }) => state === 'added').length;
  return (
    <>
      {isAdding && (
        <div className={styles.progress}>
          <progress value={done} max={drafts.length} aria-label={texts.title} />
          <output>{texts.progress(done, drafts.length)}</output>
        </div>
      )}
      <ul className={styles.list} aria-label={texts.files} {...list}>
        {drafts.map(draft => (
          <DraftRow
            key={draft.id}
            draft={draft}
            isAdding={isAdding}
            onRename={onRename}
            onRemove={onRemove}
          />
        ))}
      </ul>
    </>
  );
}

interface DraftRowProps extends Omit<DraftListProps, 'list' | 'drafts'> {
  draft: EmojiDraft;
}

const DraftRow = memo(
  function DraftRow({ draft, isAdding, onRename, onRemove }: DraftRowProps) {
    const { id, file, name, state, problem } = draft;
    const fileName = getShownName(file.name);
    const noteId = useId();
    const texts = lazyStrings.addEmoji;
    const url = useObjectUrl(state === 'unusable' ? undefined : file);
    const [isBroken, setBroken] = useState(false);
    const isDone = state === 'added';
    return (
      <li className={styles.row} aria-busy={state === 'adding' || undefined}>
        {url && !isBroken ? (
          <img className={styles.small} src={url} alt="" loading="lazy" onError={() => setBroken(true)} />
        ) : (
          <span className={styles.small} />
        )}
        {state === 'unusable' ? (
          <span className={styles.file} dir="auto">
            {fileName}
          </span>
        ) : (
          <input
            className={styles.field}
            aria-label={texts.nameOf(fileName)}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={problem === undefined ? undefined : noteId}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            value={name}
            readOnly={isDone || isAdding}
            onChange={({ target }) => onRename(id, target.value)}
          />
        )}
        {isDone ? (
          <span className={styles.done}>
            <Check size={16} aria-hidden />
            {texts.isAdded}
          </span>
        ) : (
          <IconButton
            label={texts.remove(fileName)}
            icon={X}
            tooltip="none"
            aria-disabled={isAdding || undefined}
            onClick={() => !isAdding && onRemove(id)}
          />
        )}
        {problem !== undefined && (
          <p id={noteId} className={styles.rowProblem}>
            {problem}
          </p>
        )}
      </li>
    );
  },
  (before, after) => before.draft === after.draft && before.isAdding === after.isAdding,
);
