import type { MessageContent } from '@snug/client';
import { useEffect, useState } from 'react';
import { useChat, useChosenFiles } from '../../chat/chat-context.ts';
import { useStore } from '../../chat/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { FilePicker } from './file-picker.tsx';
import styles from './upload-dialog.module.css';
import type { UploadItem } from './upload-items.ts';
import { UploadQueue } from './upload-queue.ts';
import { UploadRow } from './upload-row.tsx';
import { uploadWhileConnected } from './upload-while-connected.ts';

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
  const [queue] = useState(
    () =>
      new UploadQueue({
        isConnected: () => chat.connection.state.get().status === 'connected',
        upload: (bytes, details, options) => uploadWhileConnected(chat, bytes, details, options),
        newKey: () => chat.newId(),
        // After a failure, the server deletes the unused upload later.
        discard: fileId => void chat.discardFile(fileId).catch(() => undefined),
      }),
  );
  const chosen = useChosenFiles();
  useEffect(() => {
    if (!isOpen) {
      chosen.delete(roomId);
      return undefined;
    }
    // When the room is left, this cleanup must run before the one that cancels the queue.
    return () => {
      chosen.set(
        roomId,
        queue.state.get().items.map(({ blobFile }) => blobFile),
      );
    };
  }, [chosen, roomId, queue, isOpen]);
  useEffect(() => () => queue.cancel(), [queue]);
  useEffect(() => {
    if (files.length > 0) queue.add(files);
  }, [files, queue]);

  function change(isOpen: boolean): void {
    if (!isOpen) queue.cancel();
    onOpenChange(isOpen);
  }

  async function send(): Promise<void> {
    const items = await queue.send();
    const contents = await Promise.all(items.map(toMessageContent));
    for (const content of contents) void chat.outbox.send(roomId, content);
    if (items.length > 0) onOpenChange(false);
  }

  return (
    <Dialog title={lazyStrings.uploads.title} isOpen={isOpen} onOpenChange={change}>
      <UploadForm queue={queue} isOpen={isOpen} onSend={() => void send()} />
    </Dialog>
  );
}

async function toMessageContent({ blobFile, name, file }: UploadItem): Promise<MessageContent> {
  // A copy, because the file on the disk may change or disappear before the upload.
  const bytes = await blobFile.arrayBuffer().then(
    buffer => new Blob([buffer], { type: blobFile.type }),
    () => blobFile,
  );
  return { upload: { bytes, name }, ...(file && { file }) };
}

interface UploadFormProps {
  queue: UploadQueue;
  /** False during the closing animation. */
  isOpen: boolean;
  onSend: () => void;
}

function UploadForm({ queue, isOpen, onSend }: UploadFormProps) {
  const { items, rejections, isSending } = useStore(queue.state);
  const isBusy = isSending || items.some(({ status }) => status === 'uploading');
  return (
    <div className={styles.content}>
      <FilePicker isBusy={isBusy || !isOpen} onFiles={files => queue.add(files)} />
      {items.length > 0 && (
        <ul className={styles.list} aria-label={lazyStrings.uploads.list}>
          {items.map(item => (
            <UploadRow key={item.fileKey} item={item} uploads={queue} />
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <div className={styles.notes}>
          <p>{lazyStrings.uploads.limit}</p>
          <ul aria-live="polite" className={styles.leftOut}>
            {rejections.map((note, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two texts can be the same, and none moves
              <li key={index}>{note}</li>
            ))}
          </ul>
        </div>
        <Button variant="main" disabled={items.length === 0} isBusy={isBusy} onClick={onSend}>
          {lazyStrings.uploads.send}
        </Button>
      </div>
    </div>
  );
}
