import type { Person } from '@snug/protocol';
import { Bot as BotIcon, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Avatar } from '../ui/avatar/avatar.tsx';
import { DialogTrigger } from '../ui/dialog/dialog-trigger.tsx';
import { Button } from '../ui/form/button.tsx';
import { BotDialog } from './bot-dialog.tsx';
import { CreatorsOnly } from './creators-only.tsx';
import { NewBotDialog } from './new-bot-dialog.tsx';
import styles from './program-list.module.css';
import type { Programs } from './use-programs.ts';

const { programs: texts } = lazyStrings;

export function Bots({ programs }: { programs: Programs }) {
  const id = useId();
  const [isCreating, setCreating] = useState(false);
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h3 id={id} className={styles.heading}>
        {texts.bots}
      </h3>
      <p className={styles.intro}>{texts.botsIntro}</p>
      {programs.bots.length > 0 && (
        <ul>
          {programs.bots.map(bot => (
            <BotItem key={bot.uid} bot={bot} programs={programs} />
          ))}
        </ul>
      )}
      <CreatorsOnly otherwise={texts.onlyAdminsCreate}>
        <DialogTrigger isOpen={isCreating} onOpen={() => setCreating(true)}>
          <Button className={styles.new}>
            <BotIcon size={18} aria-hidden />
            {texts.newBot}
          </Button>
        </DialogTrigger>
      </CreatorsOnly>
      <NewBotDialog programs={programs} isOpen={isCreating} onOpenChange={setCreating} />
    </section>
  );
}

function BotItem({ bot, programs }: { bot: Person; programs: Programs }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <DialogTrigger isOpen={isOpen} onOpen={() => setOpen(true)}>
        <button type="button" className={styles.row}>
          <Avatar person={bot} size={36} />
          <span className={styles.name} dir="auto">
            {bot.name}
          </span>
          <ChevronRight size={18} aria-hidden data-directed />
        </button>
      </DialogTrigger>
      <BotDialog bot={bot} programs={programs} isOpen={isOpen} onOpenChange={setOpen} />
    </li>
  );
}
