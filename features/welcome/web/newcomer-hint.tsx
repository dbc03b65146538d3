import type { Reply } from '#site/contract/contract.ts';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { introductionAddress } from './introduction.ts';

/** On the home page of a new member: the way to a first post, and to what is left of the welcome. */
export function NewcomerHint({ hint: { introduction, stepsLeft } }: { hint: Reply<'GET /welcome/hint'> }) {
  return (
    <section
      aria-label="First steps"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-hairline bg-surface p-3"
    >
      <p className="min-w-0 flex-1 basis-52">
        {introduction?.text ?? `Your welcome has ${stepsLeft} more ${stepsLeft === 1 ? 'step' : 'steps'}.`}
      </p>
      {introduction && (
        <ButtonLink size="sm" to={introductionAddress(introduction.category)} variant="primary">
          Introduce yourself
        </ButtonLink>
      )}
      {stepsLeft > 0 && (
        <ButtonLink size="sm" to="/welcome">
          Go on with the welcome
        </ButtonLink>
      )}
    </section>
  );
}
