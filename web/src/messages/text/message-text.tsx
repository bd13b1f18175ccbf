import { memo } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import { type Block, type Span, splitCode } from './code.ts';
import { CodeBlock, HiddenLineBreak, splitLeadingLineBreak } from './code-block.tsx';
import { CollapsibleText } from './collapsible-text.tsx';
import { isOnlyEmoji } from './emoji.ts';
import { splitLinks } from './links.ts';
import { isLongText } from './long-text.ts';
import styles from './message-text.module.css';

interface MessageTextProps {
  text: string;
  className: string | undefined;
}

export const MessageText = memo(function MessageText({ text, className }: MessageTextProps) {
  if (!isLongText(text)) return <Text text={text} className={className} />;
  return (
    <CollapsibleText className={className}>
      <Text text={text} className={undefined} />
    </CollapsibleText>
  );
});

function Text({ text, className }: MessageTextProps) {
  const blocks = splitCode(text);
  const [first] = blocks;
  const classes = classNames(styles.text, isOnlyEmoji(text) && styles.isEmoji, className);
  if (blocks.length === 1 && first?.kind === 'paragraph') {
    return (
      <p className={classes} dir="auto" data-words>
        <Spans of={first.spans} />
      </p>
    );
  }
  return (
    <div className={classes} data-words>
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text keep their order
        <TextBlock key={index} block={block} isFirst={index === 0} />
      ))}
    </div>
  );
}

function TextBlock({ block, isFirst }: { block: Block; isFirst: boolean }) {
  if (block.kind === 'code') return <CodeBlock code={block.text} language={block.language} />;
  const [span, ...others] = block.spans;
  if (isFirst || span?.kind !== 'text') {
    return (
      <p dir="auto">
        <Spans of={block.spans} />
      </p>
    );
  }
  const [end, text] = splitLeadingLineBreak(span.text);
  return (
    <p dir="auto">
      <HiddenLineBreak of={end} />
      <Spans of={[{ kind: 'text', text }, ...others]} />
    </p>
  );
}

function Spans({ of }: { of: readonly Span[] }) {
  return of.map(({ kind, text }, index) =>
    kind === 'code' ? (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text keep their order
      <code key={index} className={styles.code} dir="ltr">
        {text}
      </code>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text keep their order
      <LinkedText key={index} text={text} />
    ),
  );
}

/** Links open on a click; the page fetches nothing from them. */
function LinkedText({ text }: { text: string }) {
  const tabIndex = useRovingTabIndex();
  return splitLinks(text).map(({ label, href, host }, index) =>
    href === undefined ? (
      label
    ) : (
      <a
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text keep their order
        key={index}
        tabIndex={tabIndex}
        className={styles.link}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        // Addresses read from left to right in every language.
        dir="ltr"
        data-host={host}
      >
        {label}
      </a>
    ),
  );
}
