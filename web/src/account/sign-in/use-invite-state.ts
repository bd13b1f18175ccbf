import { INVITE_STATE_ID, type InviteState, type SetupState } from '@snug/protocol';
import { useEffect, useState } from 'react';

/**
 * Of the page's own load, until the sign-in. `invite`: undefined without an invitation, null for one that is over. `isSetup`: the
 * person becomes the workspace admin.
 */
export function useInviteState(): { invite: InviteState | null | undefined; isSetup: boolean } {
  const [state] = useState(() => {
    const json = findElement()?.textContent;
    return json ? (JSON.parse(json) as InviteState | SetupState | null) : undefined;
  });
  useEffect(() => () => findElement()?.remove(), []);
  return state && 'isSetup' in state
    ? { invite: undefined, isSetup: true }
    : { invite: state, isSetup: false };
}

function findElement(): HTMLElement | null {
  return document.getElementById(INVITE_STATE_ID);
}
