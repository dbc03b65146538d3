import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppLink } from './controls/link.tsx';

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
    <header className="mb-2">
      {back && (
        <AppLink
          className="mb-2 -ms-1 inline-flex items-center gap-1 text-sm font-semibold text-soft hover:text-text"
          to={back.to}
        >
          <ChevronLeft aria-hidden="true" size={16} />
          {back.label}
        </AppLink>
      )}
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h1 className="heading-widest min-w-0 text-2xl sm:text-3xl">{title}</h1>
        {actions && <div className="flex items-center gap-2">{actions}</div>}
      </div>
      {lead != null && <p className="mt-1 max-w-measure text-soft">{lead}</p>}
      <div aria-hidden="true" className="ruler mt-2" />
    </header>
  );
}
