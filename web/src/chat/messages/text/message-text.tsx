import { type ListItem, parseMentionBlocks, type TextBlock, type TextMention } from '@snug/protocol';
import { memo, type ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { CodeBlock } from './code-block.tsx';
import { CollapsibleText } from './collapsible-text.tsx';
import { InlineText } from './inline-text.tsx';
import { limitElements } from './limit-elements.ts';
import { isLongText } from './long-text.ts';
import styles from './message-text.module.css';
import { useIsOnlyEmoji } from './use-is-only-emoji.ts';

interface MessageTextProps {
  text: string;
  mentions?: readonly TextMention[] | undefined;
  className: string | undefined;
  /** Follows the last words. */
  end?: ReactNode;
}

const MAX_FOLDED_ELEMENTS = 300;
const MAX_ELEMENTS = 2_000;

export const MessageText = memo(function MessageText(props: MessageTextProps) {
  const { text, mentions = [], ...rest } = props;
  const blocks = parseMentionBlocks(text, mentions);
  const Text = isLongText(text) ? LongText : FormattedText;
  return <Text text={text} blocks={blocks} {...rest} />;
});

function LongText({ text, blocks, className, end }: FormattedTextProps) {
  const folded = limitElements(blocks, MAX_FOLDED_ELEMENTS);
  const format = (blocks: readonly TextBlock[]) => <FormattedText text={text} blocks={blocks} end={end} />;
  return (
    <CollapsibleText
      className={className}
      folded={format(folded.blocks)}
      renderWhole={() => format(limitElements(blocks, MAX_ELEMENTS).blocks)}
      isCut={folded.isCut}
    />
  );
}

interface FormattedTextProps extends Pick<MessageTextProps, 'text' | 'end'> {
  blocks: readonly TextBlock[];
  className?: string | undefined;
}

function FormattedText({ text, blocks, className, end }: FormattedTextProps) {
  const [first] = blocks;
  const classes = classNames(styles.text, useIsOnlyEmoji(text) && styles.isEmoji, className);
  if (blocks.length === 1 && first?.kind === 'paragraph') {
    return (
      <p className={classNames(classes, styles.lines)} dir="auto" data-words>
        <InlineText of={first.content} />
        {end}
      </p>
    );
  }
  return (
    <div className={classes} data-words>
      <Blocks of={blocks} end={end} />
    </div>
  );
}

function Blocks({ of, end }: { of: readonly TextBlock[]; end?: ReactNode }) {
  const isInLast = of.at(-1)?.kind === 'paragraph';
  return (
    <>
      {of.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text keep their order
        <BlockText key={index} block={block} end={isInLast && index === of.length - 1 && end} />
      ))}
      {!isInLast && end}
    </>
  );
}

function BlockText({ block, end }: { block: TextBlock; end: ReactNode }) {
  if (block.kind === 'code')
    return <CodeBlock code={block.text} language={block.language} maxTokens={block.maxTokens} />;
  if (block.kind === 'list') return <List items={block.items} />;
  if (block.kind === 'quote') {
    return (
      <blockquote className={styles.quote} dir="auto">
        <Blocks of={block.blocks} />
      </blockquote>
    );
  }
  return (
    <p className={styles.lines}>
      <InlineText of={block.content} />
      {end}
    </p>
  );
}

function ItemText({ blocks }: Pick<ListItem, 'blocks'>) {
  const [first] = blocks;
  return blocks.length === 1 && first?.kind === 'paragraph' ? (
    <InlineText of={first.content} />
  ) : (
    <Blocks of={blocks} />
  );
}

/** The markers are as typed, so a numbered list can begin with any number. */
function List({ items }: { items: readonly ListItem[] }) {
  const Element = items[0]?.isNumbered ? 'ol' : 'ul';
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles, jsx-a11y/prefer-tag-over-role -- Safari has no role for lists without its own markers
    <Element className={styles.list} role="list">
      {items.map(({ marker, isNumbered, level, blocks }, index) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text keep their order
          key={index}
          className={classNames(styles.item, styles.lines)}
          dir="auto"
          data-level={level || undefined}
          aria-level={level ? level + 1 : undefined}
          data-marker={isNumbered ? marker : '•'}
          data-typed={marker}
        >
          <ItemText blocks={blocks} />
        </li>
      ))}
    </Element>
  );
}
