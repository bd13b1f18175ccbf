import type { Mention } from '@snug/protocol';
import { Type } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { createPortal } from 'react-dom';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { IconButton } from '../ui/form/icon-button.tsx';
import { FormattingToolbar } from './formatting/formatting-toolbar.tsx';
import { useFormatting } from './formatting/use-formatting.ts';
import { useTextSelected } from './formatting/use-text-selected.ts';
import { PasteOffer } from './paste/paste-offer.tsx';
import { useRichPaste } from './paste/use-rich-paste.ts';
import { useTypingAnywhere } from './use-typing-anywhere.ts';
import { useTypingReport } from './use-typing-report.ts';

interface WritingToolsProps {
  roomId: string;
  box: RefObject<HTMLTextAreaElement | null>;
  /** For the button of touch screens. */
  buttonPlace: RefObject<HTMLElement | null>;
  isEmpty: boolean;
  mentions: readonly Mention[];
}

/** Formatting, pasting and typing for the composer. Loads when the page is idle. */
export function WritingTools({ roomId, box, buttonPlace, isEmpty, mentions }: WritingToolsProps) {
  const format = useFormatting(box, mentions);
  const isTextSelected = useTextSelected(box);
  useTypingReport(roomId, box);
  useTypingAnywhere(box);
  const [isOpen, setOpen] = useState(false);
  const { pasted, forget } = useRichPaste(box);
  const isTouch = matchMedia('(pointer: coarse)').matches;
  if (isEmpty && isOpen) setOpen(false);
  const place = buttonPlace.current;
  return (
    <>
      {pasted && <PasteOffer roomId={roomId} box={box} pasted={pasted} onDone={forget} />}
      {(isTouch ? isOpen : isTextSelected) && (
        <FormattingToolbar onFormat={format} onLeave={() => box.current?.focus()} />
      )}
      {isTouch &&
        !isEmpty &&
        place &&
        createPortal(
          <IconButton
            label={lazyStrings.writing.format}
            icon={Type}
            tooltip="none"
            aria-expanded={isOpen}
            onPointerDown={event => event.preventDefault()}
            onClick={() => setOpen(!isOpen)}
          />,
          place,
        )}
    </>
  );
}
