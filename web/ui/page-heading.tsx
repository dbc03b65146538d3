import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppLink } from './link.tsx';

/** Props of {@link PageHeading}. */
export interface PageHeadingProps {
  title: ReactNode;
  /** One sentence under it. */
  lead?: ReactNode;
  /** At the right: a count, or the page's one main button. */
  actions?: ReactNode;
  back?: { to: string; label: string } | undefined;
}

/** The title of a page over its timeline ruler. */
export function PageHeading({ title, lead, actions, back }: PageHeadingProps) {
  return (
    <header className="mb-3">
      {back && (
        <AppLink
          className="mb-2 -ml-1 inline-flex items-center gap-1 text-sm font-semibold text-soft hover:text-text"
          to={back.to}
        >
          <ChevronLeft aria-hidden="true" size={16} />
          {back.label}
        </AppLink>
      )}
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="heading-widest min-w-0 text-3xl">{title}</h1>
        {actions && <div className="flex items-center gap-2">{actions}</div>}
      </div>
      {lead && <p className="mt-1 max-w-measure text-soft">{lead}</p>}
      <div aria-hidden="true" className="ruler mt-2.5" />
    </header>
  );
}
