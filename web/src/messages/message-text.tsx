import { memo } from 'react';
import { classNames } from '../ui/class-names.ts';
import { splitLinks } from './links.ts';
import styles from './message-text.module.css';

interface MessageTextProps {
  text: string;
  className: string | undefined;
}

/** What somebody wrote, letter by letter; addresses in it can be followed, and nothing is fetched from them. */
export const MessageText = memo(function MessageText({ text, className }: MessageTextProps) {
  return (
    <p className={classNames(styles.text, className)} dir="auto">
      {splitLinks(text).map(({ words, href, host }, index) =>
        href === undefined ? (
          words
        ) : (
          <a
            // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never move
            key={index}
            className={styles.link}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            // An address reads from left to right, also among words that do not.
            dir="ltr"
            data-host={host}
          >
            {words}
          </a>
        ),
      )}
    </p>
  );
});
