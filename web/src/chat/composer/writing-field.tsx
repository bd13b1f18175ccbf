import type { Mention } from '@snug/protocol';
import type { KeyboardEventHandler, ReactNode, RefObject } from 'react';
import { type ReadableStore, useSelected } from '../../state/use-store.ts';
import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';
import { classNames } from '../../ui/class-names.ts';
import { controlledInput } from '../../ui/form/controlled-input.ts';
import field from '../../ui/form/growing-text.module.css';
import type { MentionedText } from '../mentions/mention-history.ts';
import styles from './writing-field.module.css';

const LazyEmojiCompletion = createIdleComponent(() => import('./emoji-completion.tsx'), 'EmojiCompletion');
const LazyWritingTools = createIdleComponent(() => import('./writing-tools.tsx'), 'WritingTools');
const LazyPeopleCompletion = createIdleComponent(
  () => import('../mentions/people-completion.tsx'),
  'PeopleCompletion',
);

/** The text that a person writes, as they see it. */
export type WrittenContent = ReadableStore<MentionedText>;

interface WritingFieldProps {
  box: RefObject<HTMLTextAreaElement | null>;
  roomId: string;
  id?: string;
  label: string;
  placeholder?: string;
  content: WrittenContent;
  onChange: (text: string, caret: number) => void;
  /** After the change of the text that contains it. */
  onMention: (mention: Mention) => void;
  onKeyDown: KeyboardEventHandler<HTMLTextAreaElement>;
  isTooLong: boolean;
  /** The id of the element that describes the field. */
  noteId: string | undefined;
  /** The place of the button "Format" on touch screens. */
  formatPlace: HTMLElement | null;
  isComposer?: boolean;
  className: string | undefined;
  /** Stands before the text. */
  children?: ReactNode;
}

/** The text field of messages, for a new one and for an edit: with mentions, emoji, formatting and pasted marks. */
export function WritingField(props: WritingFieldProps) {
  const { box, roomId, content, onMention, isComposer = false } = props;
  return (
    <>
      <div className={styles.tools}>
        <LazyEmojiCompletion box={box} />
        <LazyPeopleCompletion box={box} roomId={roomId} onMention={onMention} />
        <LazyWritingTools {...{ roomId, box, content, isComposer }} buttonPlace={props.formatPlace} />
      </div>
      {props.children}
      <TextBox {...props} />
    </>
  );
}

/** Only this part renders with each key. */
function TextBox(props: WritingFieldProps) {
  const { box, id, content, label, placeholder, onChange, onKeyDown } = props;
  const text = useSelected(content, written => written.text);
  return (
    <div className={classNames(field.frame, props.className)} data-text={text || placeholder}>
      <textarea
        ref={box}
        id={id}
        className={field.box}
        rows={1}
        // An empty field follows the direction of the page.
        dir={text === '' ? undefined : 'auto'}
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={props.isTooLong || undefined}
        aria-describedby={props.noteId}
        value={text}
        {...controlledInput(({ value, selectionEnd }) => onChange(value, selectionEnd))}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
