#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <string>

#include "attn/call.hpp"
#include "attn/status.hpp"
#include "attn/threads.hpp"

// The Embind table of a module with operations, typed by module.d.ts. No computation happens here.

namespace {

using emscripten::typed_memory_view;
using emscripten::val;

/// attn::Call for JavaScript: clear, add the request, fill its tensors, run, read the results by their index.
template <typename Scalar>
class CallBinding {
 public:
  void clear() { call_.clear(); }
  int addTensor(const std::string& name, const val& sizes) {
    const std::vector<int> numbers = emscripten::convertJSArrayToNumberVector<int>(sizes);
    return static_cast<int>(call_.addTensor(name, {numbers.data(), static_cast<int>(numbers.size())}));
  }
  int addNumber(const std::string& name, double number) { return static_cast<int>(call_.addNumber(name, number)); }
  int addText(const std::string& name, const std::string& text) { return static_cast<int>(call_.addText(name, text)); }
  val tensor(const std::string& name) {
    attn::Tensor<Scalar>* const tensor = call_.tensor(name);
    return tensor == nullptr ? val::undefined() : view(*tensor);
  }
  int run(const std::string& operation) { return static_cast<int>(attn::runOperation(operation, call_)); }
  int resultCount() const { return call_.resultCount(); }
  std::string resultName(int index) const { return std::string(call_.resultName(index)); }
  val resultShape(int index) const {
    const attn::TensorShape& shape = call_.result(index).shape;
    return val(typed_memory_view(static_cast<std::size_t>(shape.rank()), shape.sizes()));
  }
  val result(int index) { return view(call_.result(index)); }

 private:
  static val view(attn::Tensor<Scalar>& tensor) { return val(typed_memory_view(tensor.numbers.size(), tensor.data())); }

  attn::Call<Scalar> call_;
};

val operationNames() {
  val names = val::array();
  for (int i = 0; i < attn::operationCount(); ++i) names.call<void>("push", std::string(attn::operationName(i)));
  return names;
}

template <typename Scalar>
void bindCall(const char* name) {
  using C = CallBinding<Scalar>;
  emscripten::class_<C>(name)
      .template constructor<>()
      .function("clear", &C::clear)
      .function("addTensor", &C::addTensor)
      .function("addNumber", &C::addNumber)
      .function("addText", &C::addText)
      .function("tensor", &C::tensor)
      .function("run", &C::run)
      .function("resultCount", &C::resultCount)
      .function("resultName", &C::resultName)
      .function("resultShape", &C::resultShape)
      .function("result", &C::result);
}

}  // namespace

EMSCRIPTEN_BINDINGS(operations) {
  emscripten::constant("contractVersion", attn::kContractVersion);
  emscripten::function("startThreads", &attn::startThreads);
  emscripten::function("operationNames", &operationNames);
  bindCall<float>("Float32Call");
  bindCall<double>("Float64Call");
}
