// The icon of a token: its image, or the first letter of its symbol. It is round, unlike a wallet's.

export const Coin = ({ image, text }: { image: string | null; text: string }) =>
  image ? (
    <img className="row-icon coin" part="icon" src={image} alt="" />
  ) : (
    <span className="row-icon coin plain" part="icon" aria-hidden="true">
      {[...text][0]}
    </span>
  );
