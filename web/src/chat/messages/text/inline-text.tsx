import type { Inline } from '@snug/protocol';
import { Fragment } from 'react';
import { CustomEmoji } from '../../../emoji/custom-emoji.tsx';
import { MentionName } from './mention-name.tsx';
import styles from './message-text.module.css';
import { TextLink } from './text-link.tsx';

const ELEMENTS = { bold: 'strong', italic: 'em', strike: 's' } as const;

export function InlineText({ of, isInLink = false }: { of: readonly Inline[]; isInLink?: boolean }) {
  // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text keep their order
  return of.map((part, index) => <Fragment key={index}>{renderInline(part, isInLink)}</Fragment>);
}

function renderInline(part: Inline, isInLink: boolean) {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'emoji') return <CustomEmoji name={part.name} />;
  if (part.kind === 'mention')
    return <MentionName person={part.mention.person} typed={part.text} isInLink={isInLink} />;
  if (part.kind === 'code') {
    return (
      <code className={styles.code} dir="ltr">
        {part.text}
      </code>
    );
  }
  const content = <InlineText of={part.content} isInLink={isInLink || part.kind === 'link'} />;
  if (part.kind === 'link') return <TextLink link={part}>{content}</TextLink>;
  const Element = ELEMENTS[part.kind];
  return <Element>{content}</Element>;
}
