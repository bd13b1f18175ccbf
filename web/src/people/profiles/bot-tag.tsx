import type { Person } from '@snug/protocol';
import { strings } from '../../strings/strings.ts';
import styles from './bot-tag.module.css';

/** Marks a person whom a program acts as, and a guest of the workspace. */
export function BotTag({ person: { bot, guest } }: { person: Person }) {
  if (!bot && !guest) return null;
  return <span className={styles.tag}>{bot ? strings.people.bot : strings.people.guest}</span>;
}
