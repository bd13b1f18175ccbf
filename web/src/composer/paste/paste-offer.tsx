import { FileText } from 'lucide-react';
import type { RefObject } from 'react';
import { useChat } from '../../chat/chat-context.ts';
import { sends } from '../../chat/sends.ts';
import { formatNumber } from '../../strings/format-number.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { applyEdit } from '../formatting/apply-edit.ts';
import styles from './paste-offer.module.css';

interface PasteOfferProps {
  roomId: string;
  box: RefObject<HTMLTextAreaElement | null>;
  pasted: string;
  onDone: () => void;
}

/** For a long text that was pasted and is still in the composer. */
export function PasteOffer({ roomId, box, pasted, onDone }: PasteOfferProps) {
  const { outbox } = useChat();
  const lines = pasted.split('\n').length;
  // Browsers encode no unpaired surrogates.
  const bytes = new Blob([pasted.toWellFormed()], { type: 'text/plain' });
  if (bytes.size > outbox.maxFileBytes.get()) return null;

  async function send(): Promise<void> {
    onDone();
    sends.emit(roomId);
    await outbox.send(roomId, { upload: { bytes, name: lazyStrings.writing.fileName } });
    const { current } = box;
    const start = current?.value.indexOf(pasted) ?? -1;
    if (!current || start === -1) return;
    applyEdit(current, { start, end: start + pasted.length, text: '', selected: { start, end: start } });
  }

  return (
    <div className={styles.offer}>
      <FileText size={16} strokeWidth={1.9} aria-hidden />
      <span>{lazyStrings.writing.pasted(lines, formatNumber(lines))}</span>
      <button type="button" className={styles.send} onClick={() => void send()}>
        {lazyStrings.writing.sendAsFile}
      </button>
    </div>
  );
}
