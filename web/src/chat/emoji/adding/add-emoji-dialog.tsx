import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { useChat } from '../../../state/chat-context.ts';
import { useStore } from '../../../state/use-store.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog, type DialogState } from '../../../ui/dialog/dialog.tsx';
import { LoadingText } from '../../../ui/feedback/loading.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { useFocusAfterRemoval } from '../../../ui/list/use-focus-after-removal.ts';
import { useFileDrop } from '../../files/upload/use-file-drop.ts';
import { useFilePaste } from '../../files/upload/use-file-paste.ts';
import styles from './add-emoji-dialog.module.css';
import { DraftList } from './draft-list.tsx';
import { SingleDraft } from './single-draft.tsx';
import { useEmojiDrafts } from './use-emoji-drafts.ts';

const ACCEPTED_TYPES = 'image/png,image/gif,image/webp,image/jpeg,.zip';

interface AddEmojiDialogProps extends DialogState {
  getFinalFocus?: (() => HTMLElement | null) | undefined;
}

export function AddEmojiDialog(props: AddEmojiDialogProps) {
  return (
    <Dialog title={lazyStrings.addEmoji.title} {...props}>
      <AddEmojiForm onDone={() => props.onOpenChange(false)} />
    </Dialog>
  );
}

function AddEmojiForm({ onDone }: { onDone: () => void }) {
  const texts = lazyStrings.addEmoji;
  const isOffline = useStore(useChat().connection.state).status !== 'connected';
  const form = useEmojiDrafts(onDone);
  const element = useRef<HTMLFormElement>(null);
  const list = useFocusAfterRemoval<HTMLUListElement>(() => element.current?.querySelector('[type=file]'));
  const { drafts, isAdding, isReading } = form;
  const [first] = drafts;
  const single = drafts.length === 1 && first?.state !== 'unusable' ? first : undefined;
  const count = drafts.filter(({ state }) => state === 'ready').length;
  return (
    <form
      ref={element}
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (!isOffline) form.add();
      }}
    >
      <Chooser isBusy={isAdding || isReading} onFiles={form.choose} />
      {isReading && <LoadingText />}
      {single && <SingleDraft key={single.id} draft={single} onRename={form.rename} onChange={form.change} />}
      {!single && drafts.length > 0 && (
        <DraftList
          list={list}
          drafts={drafts}
          isAdding={isAdding}
          onRename={form.rename}
          onRemove={form.remove}
        />
      )}
      {isOffline && (
        <p className={styles.problem} role="alert">
          {texts.offline}
        </p>
      )}
      <div className={styles.buttons}>
        {isAdding && !single && <Button onClick={form.cancel}>{texts.cancel}</Button>}
        <Button
          type="submit"
          variant="main"
          isBusy={isAdding}
          aria-disabled={isOffline || (count === 0 && !isAdding)}
        >
          {single || count === 0 ? texts.add : texts.addAll(count)}
        </Button>
      </div>
    </form>
  );
}

interface ChooserProps {
  isBusy: boolean;
  onFiles: (files: File[]) => void;
}

/** Also takes dropped and pasted files. */
function Chooser({ isBusy, onFiles }: ChooserProps) {
  const texts = lazyStrings.addEmoji;
  const handleFiles = isBusy ? undefined : onFiles;
  const isDragging = useFileDrop(handleFiles);
  useFilePaste(handleFiles);
  return (
    <div className={classNames(styles.chooser, isDragging && styles.isOver)}>
      <div className={styles.choices}>
        <span className={styles.choice}>
          <FileInput accept={ACCEPTED_TYPES} multiple disabled={isBusy} onFiles={onFiles}>
            <ImagePlus size={18} aria-hidden />
            {texts.choose}
          </FileInput>
        </span>
        <span className={styles.choice}>
          <FileInput isFolder multiple disabled={isBusy} onFiles={onFiles}>
            {texts.chooseFolder}
          </FileInput>
        </span>
      </div>
      <p className={styles.hint}>{texts.hint}</p>
    </div>
  );
}
