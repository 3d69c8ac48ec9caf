// Payments, shops, coins.
#include "core/scan/patterns.h"

namespace leadglass::scan {

std::span<const Pattern> moneyPatterns() {
    static constexpr Pattern kRows[] = {
        {"stripe-key", "Stripe secret key", R"((sk|rk)_(live|test|prod)_[A-Za-z0-9]{24,110})",
         Check::None, 35},
        {"stripe-webhook-secret", "Stripe webhook secret", R"(whsec_[A-Za-z0-9+\/]{32,64})",
         Check::None, 38},
        {"square-token", "Square token", R"((EAAA[A-Za-z0-9_\-]{60}|sq0atp-[A-Za-z0-9_\-]{22}))",
         Check::None, 35},
        {"square-secret", "Square OAuth secret", R"(sq0csp-[A-Za-z0-9_\-]{43})", Check::None, 38},
        {"paypal-braintree-token", "Braintree token",
         R"(access_token\$(production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32})", Check::None, 30},
        {"paypal-secret", "PayPal secret", R"((?i)paypal)" LEADGLASS_IS R"(E[A-Za-z0-9_\-]{79})",
         Check::None, 40},
        {"shopify-token", "Shopify token", R"(shp(at|ca|pa|ss|ua)_[a-fA-F0-9]{32})", Check::None,
         28},
        {"razorpay-key", "Razorpay secret (with its name)",
         R"((?i)razorpay)" LEADGLASS_IS R"([A-Za-z0-9]{24})", Check::None, 36},
        {"plaid-token", "Plaid access token",
         R"(access-(sandbox|development|production)-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12})"},
        {"plaid-secret", "Plaid secret", R"((?i)plaid)" LEADGLASS_IS R"([a-f0-9]{30})", Check::None,
         30},
        {"adyen-key", "Adyen key", R"(AQE[A-Za-z0-9+\/=]{90,260}-[A-Za-z0-9+\/=]{40,60}-)",
         Check::None, 40},
        {"flutterwave-key", "Flutterwave key", R"(FLWSECK(_TEST)?-[a-z0-9]{32,40}-X)", Check::None,
         28},
        {"gocardless-token", "GoCardless token", R"((live|sandbox)_[A-Za-z0-9_\-]{40})",
         Check::None, 40},
        {"paystack-key", "Paystack key", R"(sk_(live|test)_[a-f0-9]{40})", Check::None, 28},
        {"mollie-key", "Mollie key", R"((live|test)_[A-Za-z0-9]{30})", Check::None, 38},
        {"coinbase-secret", "Coinbase secret",
         R"((?i)coinbase)" LEADGLASS_IS R"([A-Za-z0-9_\-+\/]{64})", Check::None, 40},
        {"binance-secret", "Binance secret", R"((?i)binance)" LEADGLASS_IS R"([A-Za-z0-9]{64})",
         Check::None, 40},
        {"kraken-secret", "Kraken secret", R"((?i)kraken)" LEADGLASS_IS R"([A-Za-z0-9+\/]{86}==)",
         Check::None, 45},
        {"ethereum-key", "Ethereum private key",
         R"((?i)(eth|ethereum|wallet|deployer|private)_?(private)?_?key)" LEADGLASS_IS
         R"(0x[a-f0-9]{64})",
         Check::None, 30},
        {"bitcoin-wif", "Bitcoin private key (with its name)",
         R"((?i)(bitcoin|btc|wif))" LEADGLASS_IS R"([5KL][1-9A-HJ-NP-Za-km-z]{50,51})",
         Check::Base58, 42},
        {"bitcoin-xprv", "Extended private key (BIP 32)", R"([xyzt]prv[1-9A-HJ-NP-Za-km-z]{107})",
         Check::Base58, 45},
        {"etherscan-key", "Etherscan key", R"((?i)etherscan)" LEADGLASS_IS R"([A-Z0-9]{34})",
         Check::None, 35},
        {"infura-secret", "Infura key", R"((?i)infura)" LEADGLASS_IS R"([a-f0-9]{32})", Check::None,
         30},
        {"alchemy-key", "Alchemy key", R"((?i)alchemy)" LEADGLASS_IS R"([A-Za-z0-9_\-]{32})",
         Check::None, 37},
    };
    return kRows;
}

} // namespace leadglass::scan
