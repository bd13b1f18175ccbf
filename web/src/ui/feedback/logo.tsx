import { useSyncExternalStore } from 'react';
import { getLogoPath, workspaceLogo } from '../browser/look.ts';

/** Of the workspace. */
export function Logo({ size }: { size: number }) {
  const token = useSyncExternalStore(workspaceLogo.subscribe, workspaceLogo.get);
  if (token === undefined) return <SnugLogo size={size} />;
  return <img src={getLogoPath(token, 'icon-192')} width={size} height={size} alt="" />;
}

/** A lit window in the shape of a speech bubble. */
export function SnugLogo({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <path
        fill="var(--accent)"
        d="M16 2a12 12 0 0 1 12 12v11a3 3 0 0 1-3 3H11l-5.3 2.7A1.2 1.2 0 0 1 4 29.6V14A12 12 0 0 1 16 2Z"
      />
      <path
        fill="#fff3e2"
        d="M16 7.500a6.5 6.5 0 0 1 6.5 6.500v6.700a1.3 1.3 0 0 1-1.3 1.300H10.800a1.3 1.3 0 0 1-1.3-1.300V14A6.5 6.5 0 0 1 16 7.500Z"
      />
      <path fill="none" stroke="var(--accent)" strokeWidth="2" d="M16 7.500V22M9.5 15.200h13" />
    </svg>
  );
}
