import type { InviteCursor, WorkspaceInvite } from '@snug/protocol';
import { useCallback } from 'react';
import { useChat } from '../state/chat-context.ts';
import { type Page, usePages } from '../state/use-pages.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { formatDate } from '../ui/text/format-time.ts';
import { Name } from '../ui/text/name.tsx';
import { RelativeTime } from '../ui/text/relative-time.tsx';
import { InvitedRooms } from './invited-rooms.tsx';
import { RevokeButton } from './revoke-button.tsx';
import type { Column } from './table/column.ts';
import { TablePage } from './table/table-page.tsx';

/** Active invitations of everyone, the newest first. */
export function InvitationsPage() {
  const pages = usePages(useReadInvites());
  const texts = lazyStrings.admin;
  return (
    <TablePage
      name={texts.invitations}
      columns={createColumns(pages.reload)}
      pages={pages}
      getKey={({ id }) => id}
      none={texts.noInvitations}
    />
  );
}

function useReadInvites(): (
  before: InviteCursor | undefined,
) => Promise<Page<WorkspaceInvite, InviteCursor>> {
  const { connection } = useChat();
  return useCallback(
    async before => {
      const { invites, next } = await connection.command('list_workspace_invites', {
        ...(before && { before }),
      });
      return { rows: invites, next };
    },
    [connection],
  );
}

function createColumns(onRevoked: () => void): Column<WorkspaceInvite>[] {
  const texts = lazyStrings.admin;
  return [
    { name: texts.invitesTo, kind: 'title', render: invite => <InvitedRooms invite={invite} /> },
    { name: texts.by, render: ({ createdBy }) => <Name of={createdBy.name} /> },
    { name: texts.created, render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { name: texts.uses, render: ({ uses, maxUses }) => lazyStrings.invites.used(uses, maxUses) },
    { name: texts.expires, render: ({ expiresAt }) => formatDate(expiresAt) },
    {
      name: texts.actions,
      kind: 'actions',
      render: invite => <RevokeButton invite={invite} onRevoked={onRevoked} />,
    },
  ];
}
