import type { Person } from '@snug/protocol';
import { useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { MemberTimeDialog } from './member-time-dialog.tsx';

export interface MemberChange {
  member?: boolean;
  bannedUntil?: number | null;
  silencedUntil?: number | null;
}

export type Question = 'remove' | 'silence' | 'ban';

interface MemberQuestionProps {
  question: Question | undefined;
  person: Person;
  isPrivate: boolean;
  onConfirm: (change: MemberChange, done: (name: string) => string) => Promise<void>;
  onClose: () => void;
  getFinalFocus: () => HTMLElement | null;
}

export function MemberQuestion(props: MemberQuestionProps) {
  const { question, person, isPrivate, onConfirm, onClose, getFinalFocus } = props;
  const [isBusy, setBusy] = useState(false);
  const texts = lazyStrings.members;

  async function confirm(change: MemberChange, done: (name: string) => string): Promise<void> {
    setBusy(true);
    await onConfirm(change, done).finally(() => setBusy(false));
  }

  const state = { person, isBusy, onClose, getFinalFocus };
  return (
    <>
      <ConfirmDialog
        {...state}
        finalFocus={() => getFinalFocus() ?? true}
        title={texts.removeTitle(isolateBidi(person.name))}
        description={isPrivate ? texts.removeFromPrivate : texts.removeFromOpen}
        isOpen={question === 'remove'}
        confirmLabel={texts.removeAction}
        variant="danger"
        onConfirm={() => void confirm({ member: false }, texts.removed)}
      />
      <MemberTimeDialog
        {...state}
        kind="silence"
        isOpen={question === 'silence'}
        onConfirm={silencedUntil => void confirm({ silencedUntil }, texts.silenced)}
      />
      <MemberTimeDialog
        {...state}
        kind="ban"
        isOpen={question === 'ban'}
        onConfirm={bannedUntil => void confirm({ bannedUntil }, texts.banned)}
      />
    </>
  );
}
