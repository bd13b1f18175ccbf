import { getHeldUploads } from '@snug/client/outbox/held-uploads.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useChat, useChosenFiles, useDrafts } from '../../../state/chat-context.ts';
import { sends } from '../../../state/sends.ts';
import { useStore } from '../../../state/use-store.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { useFocusAfterRemoval } from '../../../ui/list/use-focus-after-removal.ts';
import { COMPOSER_ID } from '../../composer/focus-composer.ts';
import { isTouchDevice } from '../../composer/is-send-key.ts';
import { endReply, getFileTargets } from '../../replies/reply-drafts.ts';
import { FilePicker } from './file-picker.tsx';
import styles from './upload-dialog.module.css';
import { limitText, toUploadItems } from './upload-items.ts';
import { UploadList } from './upload-list.ts';
import { UploadRow } from './upload-row.tsx';

interface UploadDialogProps {
  roomId: string;
  /** Files to add: last dropped on or pasted into the room, or chosen before the room was left. */
  files: readonly File[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Sends each file as a message of its own. */
export function UploadDialog({ roomId, files, isOpen, onOpenChange }: UploadDialogProps) {
  const chat = useChat();
  const [list] = useState(() => {
    const { outbox } = chat;
    const held = getHeldUploads(outbox);
    return new UploadList(roomId, { held, maxFileBytes: outbox.maxFileBytes }, () => chat.newId());
  });
  const drafts = useDrafts();
  const chosen = useChosenFiles();
  useEffect(
    // When the room is left, this cleanup must run before the one that cancels the uploads.
    () => () => {
      const files = list.state.get().files.map(({ blobFile }) => blobFile);
      if (files.length > 0) chosen.set(roomId, { files, isOpen });
      else chosen.delete(roomId);
    },
    [chosen, roomId, list, isOpen],
  );
  useEffect(() => () => list.cancel(), [list]);
  useEffect(() => {
    if (files.length > 0) list.add(files);
  }, [files, list]);

  function change(isOpen: boolean): void {
    if (!isOpen) list.cancel();
    wasSent.current = false;
    onOpenChange(isOpen);
  }

  /** On a phone, one gesture too many: the chosen files stay. */
  function goBack(): void {
    if (list.state.get().isSending) change(false);
    else onOpenChange(false);
  }

  const button = useRef<HTMLButtonElement>(null);
  const wasSent = useRef(false);

  async function send(): Promise<void> {
    if (!(await list.send(getFileTargets(drafts, roomId)))) return;
    sends.emit(roomId);
    endReply(drafts, roomId);
    wasSent.current = true;
    onOpenChange(false);
  }

  return (
    <Dialog
      title={lazyStrings.uploads.title}
      isOpen={isOpen}
      onOpenChange={change}
      onBack={goBack}
      getInitialFocus={() => (list.state.get().files.length > 0 ? button.current : null)}
      // The next words follow the files.
      getFinalFocus={() =>
        wasSent.current && !isTouchDevice() ? document.getElementById(COMPOSER_ID) : null
      }
    >
      <UploadForm list={list} isOpen={isOpen} button={button} onSend={() => void send()} />
    </Dialog>
  );
}

interface UploadFormProps {
  list: UploadList;
  isOpen: boolean;
  /** "Send to chat". */
  button: RefObject<HTMLButtonElement | null>;
  onSend: () => void;
}

function UploadForm({ list, isOpen, button, onSend }: UploadFormProps) {
  const { files, rejections, isSending } = useStore(list.state);
  const { held, maxFileBytes } = useChat().outbox;
  const items = toUploadItems(files, useStore(held));
  const isBusy = isSending || items.some(({ status }) => status === 'uploading');
  useFocusAfterAdding(button, files.length);
  const content = useRef<HTMLDivElement>(null);
  const rows = useFocusAfterRemoval<HTMLUListElement>(() => content.current?.querySelector('input'));
  return (
    <div ref={content} className={styles.content}>
      <FilePicker isBusy={isBusy || !isOpen} onFiles={files => list.add(files)} />
      {items.length > 0 && (
        <ul className={styles.list} aria-label={lazyStrings.uploads.list} {...rows}>
          {items.map(item => (
            <UploadRow key={item.fileKey} item={item} list={list} />
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <div className={styles.notes}>
          <p>{limitText(useStore(maxFileBytes))}</p>
          <ul aria-live="polite" className={styles.leftOut}>
            {rejections.map((note, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two texts can be the same, and none moves
              <li key={index}>{note}</li>
            ))}
          </ul>
        </div>
        <Button ref={button} variant="main" disabled={items.length === 0} isBusy={isBusy} onClick={onSend}>
          {lazyStrings.uploads.send}
        </Button>
      </div>
    </div>
  );
}

/** So that Enter sends what a person has just chosen. */
function useFocusAfterAdding(button: RefObject<HTMLElement | null>, count: number): void {
  const known = useRef(count);
  useEffect(() => {
    if (count > known.current) button.current?.focus();
    known.current = count;
  }, [button, count]);
}
