import type { Person } from '@snug/protocol';
import { strings } from '../../../strings/strings.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatDate, formatTime } from '../../../ui/text/format-time.ts';
import { useRowEdit } from '../edit/edit-session.ts';
import { LazyEditForm } from '../edit/lazy-edit-form.tsx';
import type { Row } from '../rows.ts';
import { OpenProfileContext } from '../text/mention-name.tsx';
import { MessageText } from '../text/message-text.tsx';
import styles from './row-text.module.css';

interface RowTextProps {
  row: Row;
  className: string | undefined;
  onOpenProfile: (person: Person) => void;
}

/** The text of a row, or the form that changes it. */
export function RowText({ row, className, onOpenProfile }: RowTextProps) {
  const { id, text, mentions, editedAt, isEditPending } = row;
  const edit = useRowEdit(id);
  if (!text) return null;
  const shown = (
    <OpenProfileContext value={onOpenProfile}>
      <MessageText
        text={text}
        mentions={mentions}
        className={classNames(className, isEditPending && styles.isPending)}
        end={editedAt !== undefined && <EditedMark at={editedAt} />}
      />
    </OpenProfileContext>
  );
  if (!edit) return shown;
  return (
    <div className={className}>
      <LazyEditForm key={id} session={edit} isInComposer={false} fallback={shown} />
    </div>
  );
}

/** Follows the last words of the text. */
function EditedMark({ at }: { at: number }) {
  const time = strings.times.dateAndTime(formatDate(at), formatTime(at));
  return (
    <>
      {' '}
      <span className={styles.edited} data-uncopied title={strings.messages.editedAt(time)}>
        {strings.messages.edited}
      </span>
    </>
  );
}
