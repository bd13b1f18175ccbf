import type { RoomProgram } from '@snug/protocol';
import { useId, useRef, useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { LoadingText } from '../../ui/feedback/loading.tsx';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import { MoreButton } from '../../ui/form/more-button.tsx';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { getProgramName, RoomProgramItem } from './room-program-item.tsx';
import styles from './room-programs.module.css';
import { useRoomPrograms } from './use-room-programs.ts';

const { roomPrograms: texts } = lazyStrings;

export function RoomPrograms({ roomId }: { roomId: string }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { list, isBusy, hasFailed, showMore, remove } = useRoomPrograms(roomId);
  const [removing, setRemoving] = useState<RoomProgram>();
  if (hasFailed && !list) return null;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h3 id={id} ref={heading} tabIndex={-1} className={styles.heading}>
        {texts.heading}
      </h3>
      <p className={styles.intro}>{list?.rows.length === 0 ? texts.none : texts.intro}</p>
      {!list && <LoadingText />}
      {list && list.rows.length > 0 && (
        <ul>
          {list.rows.map(program => (
            <RoomProgramItem key={program.id} program={program} onRemove={() => setRemoving(program)} />
          ))}
        </ul>
      )}
      <MoreButton hasMore={list?.next !== undefined} isBusy={isBusy} onClick={() => void showMore()} />
      <RemoveQuestion
        program={removing}
        onRemove={remove}
        onRemoved={() => heading.current?.focus()}
        onClose={() => setRemoving(undefined)}
      />
    </section>
  );
}

interface RemoveQuestionProps {
  program: RoomProgram | undefined;
  onRemove: (id: string) => Promise<void>;
  /** The button that asked disappears, so the focus needs another place. */
  onRemoved: () => void;
  onClose: () => void;
}

function RemoveQuestion({ program, onRemove, onRemoved, onClose }: RemoveQuestionProps) {
  const [isBusy, setBusy] = useState(false);

  async function remove(id: string): Promise<void> {
    setBusy(true);
    try {
      await onRemove(id);
      showSuccess(texts.removed);
      onRemoved();
      onClose();
    } catch (error) {
      showCommandError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      title={texts.removeQuestion(program ? isolateBidi(getProgramName(program)) : '')}
      description={program?.kind === 'token' ? texts.tokenDescription : texts.webhookDescription}
      isOpen={program !== undefined}
      confirmLabel={texts.remove}
      variant="danger"
      isBusy={isBusy}
      onConfirm={() => program && void remove(program.id)}
      onClose={onClose}
    />
  );
}
