import { Type } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSelected } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { FormattingToolbar } from './formatting/formatting-toolbar.tsx';
import { useFormatting } from './formatting/use-formatting.ts';
import { useTextSelected } from './formatting/use-text-selected.ts';
import { PasteOffer } from './paste/paste-offer.tsx';
import { useRichPaste } from './paste/use-rich-paste.ts';
import { useTypingAnywhere } from './use-typing-anywhere.ts';
import { useTypingReport } from './use-typing-report.ts';
import type { WrittenContent } from './writing-field.tsx';

interface WritingToolsProps {
  roomId: string;
  box: RefObject<HTMLTextAreaElement | null>;
  /** For the button of touch screens. */
  buttonPlace: HTMLElement | null;
  content: WrittenContent;
  isComposer: boolean;
}

/** Formatting and pasting. An edit cannot become a file, and others do not see that somebody edits. Loads when the page is idle. */
export function WritingTools(props: WritingToolsProps) {
  const { roomId, box, buttonPlace, content, isComposer } = props;
  const format = useFormatting(box, () => content.get().mentions);
  const isTextSelected = useTextSelected(box);
  const [isOpen, setOpen] = useState(false);
  const { pasted, forget } = useRichPaste(box, content);
  const isEmpty = useSelected(content, ({ text }) => text === '');
  const isTouch = matchMedia('(pointer: coarse)').matches;
  if (isEmpty && isOpen) setOpen(false);
  return (
    <>
      {isComposer && <ComposerListeners roomId={roomId} box={box} />}
      {isComposer && pasted && <PasteOffer roomId={roomId} box={box} pasted={pasted} onDone={forget} />}
      {(isTouch ? isOpen : isTextSelected) && (
        <FormattingToolbar fieldId={box.current?.id} onFormat={format} onLeave={() => box.current?.focus()} />
      )}
      {isTouch &&
        !isEmpty &&
        buttonPlace &&
        createPortal(
          <IconButton
            label={lazyStrings.writing.format}
            icon={Type}
            tooltip="none"
            aria-expanded={isOpen}
            onPointerDown={event => event.preventDefault()}
            onClick={() => setOpen(!isOpen)}
          />,
          buttonPlace,
        )}
    </>
  );
}

function ComposerListeners({ roomId, box }: Pick<WritingToolsProps, 'roomId' | 'box'>) {
  useTypingReport(roomId, box);
  useTypingAnywhere(box);
  return null;
}
