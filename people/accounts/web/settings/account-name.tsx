/** Hidden field that names the account of a password form for password managers; it is not sent. */
export function AccountName({ email }: { email: string }) {
  return (
    <input
      aria-hidden="true"
      autoComplete="username"
      className="sr-only"
      readOnly
      tabIndex={-1}
      type="text"
      value={email}
    />
  );
}
