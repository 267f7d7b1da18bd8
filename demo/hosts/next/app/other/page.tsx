import { Account } from '../wallet';

export default function Page() {
  return (
    <main>
      <h1>Another page</h1>
      <Account />
    </main>
  );
}
