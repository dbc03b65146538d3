import { ChevronLeft } from 'lucide-react';
import { AppLink } from '#platform/web/ui/controls/link.tsx';

/** Above a content: the way to its list and, for the keyboard, past the thread to where an answer is written. */
export function BackLink({ to, label, answer }: { to: string; label: string; answer: string }) {
  return (
    <>
      <a className="skip-link" href="#your-answer">
        Skip to your {answer}
      </a>
      <AppLink
        className="touch-target relative mb-2 -ms-1 inline-flex items-center gap-1 text-sm font-semibold text-soft hover:text-text"
        to={to}
      >
        <ChevronLeft aria-hidden="true" size={16} />
        {label}
      </AppLink>
    </>
  );
}
