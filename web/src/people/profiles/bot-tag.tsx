import type { Person } from '@snug/protocol';
import { strings } from '../../strings/strings.ts';
import styles from './bot-tag.module.css';

/** Marks a person whom a program acts as. */
export function BotTag({ person: { bot } }: { person: Person }) {
  return bot ? <span className={styles.tag}>{strings.people.bot}</span> : null;
}
