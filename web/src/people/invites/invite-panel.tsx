import type { Invite, Room } from '@snug/protocol';
import { DEFAULT_INVITE_DAYS, DEFAULT_INVITE_USES } from '@snug/protocol';
import { Globe, Link, Lock } from 'lucide-react';
import { useRef, useState } from 'react';
import { useCanCreate } from '../../state/use-workspace.ts';
import { errorText } from '../../strings/error-text.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { copyLink, toAbsoluteUrl } from '../../ui/feedback/copy-link.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { type AccessEnd, getEndTime, NO_END } from '../guests/access-end.ts';
import { AccessEndFields, checkAccessEnd } from '../guests/access-end-fields.tsx';
import { ActiveInvites } from './active-invites.tsx';
import { Invitation } from './invitation.tsx';
import styles from './invite-panel.module.css';
import { QrCode } from './qr-code.tsx';
import { type RoomInvites, useRoomInvites } from './use-room-invites.ts';

const { invites: texts } = lazyStrings;
const DAYS = [1, 7, 30];
const USES = [1, 10, 25, 100];

/** The invitation link of a room, its bounds, and all active links. */
export function InvitePanel({ room }: { room: Room }) {
  const [audience, setAudience] = useState<Audience>('workspace');
  const canInviteGuests = useCanCreate('guests') && room.kind === 'private';
  const isForGuests = canInviteGuests && audience === 'guests';
  const state = useRoomInvites(room.id, isForGuests);
  const { current, error } = state;
  const panel = useRef<HTMLDivElement>(null);
  if (error?.code === 'forbidden') return room.kind ? <p>{texts.notAllowed}</p> : <Invitation room={room} />;
  return (
    <div className={styles.panel} ref={panel}>
      {canInviteGuests && <AudienceChoice audience={audience} onChoose={setAudience} />}
      {error && !current && !isForGuests ? (
        <div className={styles.link} role="alert">
          <p className={styles.words}>{errorText(error)}</p>
          <Button isBusy={state.isBusy} onClick={state.retry}>
            {strings.shell.tryAgain}
          </Button>
        </div>
      ) : (
        (current || (!isForGuests && state.isLoading)) && (
          <>
            <div className={styles.top}>
              {current?.code && (
                <QrCode text={toAbsoluteUrl(toPath(current.code))} label={lazyStrings.roomDetails.qrCode} />
              )}
              <p className={styles.words}>{texts.description}</p>
            </div>
            <CurrentLink current={current} />
          </>
        )
      )}
      <NewLink invites={state} isForGuests={isForGuests} />
      <ActiveInvites
        invites={state.active}
        onRevoke={state.revoke}
        findFallback={() => panel.current?.querySelector('[type=submit]')}
      />
    </div>
  );
}

type Audience = 'workspace' | 'guests';

interface AudienceChoiceProps {
  audience: Audience;
  onChoose: (audience: Audience) => void;
}

function AudienceChoice({ audience, onChoose }: AudienceChoiceProps) {
  return (
    <div>
      <SegmentedControl
        label={texts.theyCanUse}
        name="audience"
        options={[
          { value: 'workspace', label: texts.wholeWorkspace, icon: Globe },
          { value: 'guests', label: texts.onlyThisRoom, icon: Lock },
        ]}
        value={audience}
        onChoose={onChoose}
        isStackable
      />
      {audience === 'guests' && <p className={styles.guests}>{texts.guestsSee}</p>}
    </div>
  );
}

function toPath(code: string): string {
  return `/invite/${code}`;
}

function CurrentLink({ current }: { current: Invite | undefined }) {
  const path = current?.code && toPath(current.code);
  return (
    <div className={styles.link}>
      <TextField
        label={texts.link}
        name="link"
        dir="ltr"
        readOnly
        value={path ? toAbsoluteUrl(path) : ''}
        onFocus={event => event.target.select()}
      />
      <Button variant="main" isBusy={!path} onClick={() => path && void copyLink(path)}>
        <Link size={16} aria-hidden />
        {lazyStrings.roomDetails.copyLink}
      </Button>
    </div>
  );
}

function NewLink({ invites, isForGuests }: { invites: RoomInvites; isForGuests: boolean }) {
  const [expiresInDays, setDays] = useState(DEFAULT_INVITE_DAYS);
  const [maxUses, setUses] = useState(DEFAULT_INVITE_USES);
  const [end, setEnd] = useState<AccessEnd>(NO_END);

  async function create(): Promise<undefined> {
    const guestUntil = getEndTime(end, Date.now());
    if (isForGuests && guestUntil === undefined) return;
    const guests = isForGuests && { guest: true, ...(guestUntil && { guestUntil }) };
    await invites.create({ expiresInDays, maxUses, ...guests });
  }

  return (
    <Form
      fields={[]}
      className={styles.bounds}
      validate={() => (isForGuests ? checkAccessEnd(end) : {})}
      onSubmit={create}
    >
      {({ problems }) => (
        <>
          <SelectField
            label={texts.expires}
            options={DAYS.map(value => ({ value, label: texts.days(value) }))}
            value={expiresInDays}
            onChoose={setDays}
          />
          <SelectField
            label={texts.uses}
            options={USES.map(value => ({ value, label: texts.people(value) }))}
            value={maxUses}
            onChoose={setUses}
          />
          {isForGuests && <AccessEndFields end={end} problem={problems.lastDay} onChange={setEnd} />}
          <Button type="submit" isBusy={invites.isBusy}>
            {texts.create}
          </Button>
        </>
      )}
    </Form>
  );
}
