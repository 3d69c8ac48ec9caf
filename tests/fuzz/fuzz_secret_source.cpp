// Sources, shapes and settings of credentials, as policies have them; what travels in a header.
#include "core/secrets/forms.h"
#include "core/secrets/mint.h"
#include "core/secrets/placeholder.h"

using namespace leadglass;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto source = secrets::parseSource(text)) {
        if (secrets::isMinted(source->kind)) {
            (void)secrets::mintPlan(*source);
        }
        (void)secrets::staysWide(*source);
    }
    if (const auto shape = secrets::parseShape(text)) {
        const auto placeholder = secrets::makePlaceholder(*shape);
        if (!placeholder || !placeholder->starts_with(shape->prefix)) {
            __builtin_trap();
        }
    }
    (void)secrets::describeShape(secrets::shapeOf(text));
    secrets::SecretList forms;
    if (size >= secrets::kShortest && size < 4096 && secrets::addForms(forms, text)) {
        const auto digits = secrets::base64(text);
        const auto back = digits ? secrets::unbase64(digits->reveal()) : Result<SecretBytes>(digits.error());
        // It is found as it is and in base64, and base64 is undone.
        if (!secrets::holdsAny(text, forms) || !back || back->reveal() != text || !secrets::holdsAny(digits->reveal(), forms)) {
            __builtin_trap();
        }
    }
    (void)secrets::percentDecoded(text.substr(0, 4096));
    return 0;
}
