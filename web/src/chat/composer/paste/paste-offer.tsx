import { FileText } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useChat, useDrafts } from '../../../state/chat-context.ts';
import { sends } from '../../../state/sends.ts';
import { formatNumber } from '../../../strings/format-number.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { endReply, getFileTargets } from '../../replies/reply-drafts.ts';
import { applyEdit } from '../formatting/apply-edit.ts';
import { countLines, MIN_FILE_LINES } from './choose-file-part.ts';
import styles from './paste-offer.module.css';

interface PasteOfferProps {
  roomId: string;
  box: RefObject<HTMLTextAreaElement | null>;
  pasted: string;
  onDone: () => void;
}

/** For a part of the text in the composer that is long. */
export function PasteOffer({ roomId, box, pasted, onDone }: PasteOfferProps) {
  const { outbox } = useChat();
  const drafts = useDrafts();
  const [isSending, setSending] = useState(false);
  const lines = countLines(pasted);
  const { length } = pasted;
  // Browsers encode no unpaired surrogates.
  const bytes = new Blob([pasted.toWellFormed()], { type: 'text/plain' });
  if (isSending || bytes.size > outbox.maxFileBytes.get()) return null;

  async function send(): Promise<void> {
    setSending(true);
    sends.emit(roomId);
    const isWhole = box.current?.value.trim() === pasted.trim();
    // Otherwise the text that stays is the answer.
    const target = getFileTargets(drafts, roomId)(isWhole ? 0 : 1);
    const name = isWhole ? lazyStrings.writing.messageFileName : lazyStrings.writing.fileName;
    await outbox.send(roomId, { upload: { bytes, name }, ...target });
    if (box.current) removePart(box.current, pasted);
    if (isWhole) endReply(drafts, roomId);
    onDone();
    setSending(false);
  }

  return (
    <div className={styles.offer}>
      <FileText size={16} strokeWidth={1.9} aria-hidden />
      <span>
        {lines < MIN_FILE_LINES
          ? lazyStrings.writing.characters(length, formatNumber(length))
          : lazyStrings.writing.pasted(lines, formatNumber(lines))}
      </span>
      <button type="button" className={styles.send} onClick={() => void send()}>
        {lazyStrings.writing.sendAsFile}
      </button>
    </div>
  );
}

function removePart(box: HTMLTextAreaElement, part: string): void {
  const start = box.value.indexOf(part);
  if (start === -1) return;
  applyEdit(box, { start, end: start + part.length, text: '', selected: { start, end: start } });
}
