import { lazyStrings } from '../strings/lazy-strings.ts';
import { LinkButton } from '../ui/form/link-button.tsx';
import { useWorkspace } from './use-workspace.ts';

/** For workspace admins only. */
export function AdminLink({ onFollow }: { onFollow: () => void }) {
  const [workspace] = useWorkspace();
  return (
    workspace?.admin && (
      <LinkButton href="/admin" onClick={onFollow}>
        {lazyStrings.admin.open}
      </LinkButton>
    )
  );
}
