import type { ComponentType } from 'react';
import { type LatePart, latePart } from '#platform/web/ui/late-part.tsx';

/** A window whose code comes when it is first opened. @param name what could not be loaded, as a sentence begins */
export const lateWindow = <P extends object>(
  name: string,
  fetchPart: () => Promise<{ default: ComponentType<P> }>,
): LatePart<P> => latePart(fetchPart, { name, notice: 'float' });
