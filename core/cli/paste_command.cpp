// paste.
#include <memory>

#include "core/cli/context.h"
#include "core/session/local_paste_service.h"

namespace leadglass::cli {

void addPasteCommands(CLI::App& app, Context& context) {
    auto request = std::make_shared<api::PasteRequest>();
    auto asJson = std::make_shared<bool>(false);
    CLI::App* paste = app.add_subcommand("paste", "Put your clipboard into a file of a live run");
    paste->add_option("RUN", request->run, "A run's id, a unique beginning of it, or 'last': the newest live one of this project")
        ->required()
        ->type_name("");
    paste->add_flag("--image", request->image, "The image, where the clipboard offers text as well");
    paste->add_flag("--json", *asJson, "Print JSON instead of text");
    paste->footer("Text or an image (png, jpeg, gif, webp) becomes a new file in /tmp/paste of the run, and its path is\n"
                  "printed. It is read with wl-paste, xclip or xsel. A run itself never reaches your clipboard.\n\n"
                  "Example:\n"
                  "  leadglass paste last");
    paste->callback([request, asJson, &context] {
        auto service = session::makeLocalPasteService(context.places);
        const auto done = service->paste(*request);
        if (!done) {
            fail(context, done.error());
        } else if (*asJson) {
            printJson({{"run", done->run}, {"path", done->path}, {"bytes", done->bytes}});
        } else {
            print(done->path + "\n");
        }
    });
}

} // namespace leadglass::cli
