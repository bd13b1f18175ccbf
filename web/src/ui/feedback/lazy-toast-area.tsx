import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../browser/when-idle.ts';
import { listenForToasts } from './toast.ts';

export function LazyToastArea() {
  const [area, setArea] = useState<{ Area: ComponentType }>();

  useEffect(() => {
    const load = async () => {
      try {
        const { ToastArea } = await import('./toast-area.tsx');
        setArea(area => area ?? { Area: ToastArea });
      } catch {
        // The next toast retries.
      }
    };
    listenForToasts(() => void load());
    void whenIdle().then(load);
  }, []);

  return area && <area.Area />;
}
