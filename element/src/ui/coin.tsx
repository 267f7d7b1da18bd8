// The face of a token: its picture, or the first letter of its symbol. Round, so that it is no wallet.

export const Coin = ({ image, text }: { image: string | null; text: string }) =>
  image ? (
    <img className="row-icon coin" part="icon" src={image} alt="" />
  ) : (
    <span className="row-icon coin plain" part="icon" aria-hidden="true">
      {[...text][0]}
    </span>
  );
